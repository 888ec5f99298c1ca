"""A house as a 3D scene: a node for each room, with its shell, furniture, parts and items by name; everything is closed."""

from __future__ import annotations

from functools import cache

from sightline.chai.episode import Episode
from sightline.chai.house import FIRST_ITEM
from sightline.chai.house.arrays import empty_state, estate_of, library_of
from sightline.geometry.types import Array
from sightline.show.gltf import Node
from sightline.show.meshes import Colour, Mesh, model_meshes


def house_model(episode: Episode) -> Node:
    """The 3D scene of an episode's house. Items in closed drawers and cupboards are there too."""
    house, stock = episode.house, episode.stock
    estate, models = estate_of((house,)), library_of((house,))
    state = empty_state(estate, 1, len(stock.items))
    stock.fill(state, 0)

    @cache
    def meshes(model: int) -> dict[Colour, Mesh]:
        return model_meshes(models.primitives[models.start[model] : models.start[model + 1]])

    def thing(name: str, model: int, place: Array, number: int) -> Node:
        return Node(name, meshes(model), models.names[model], place.tolist(), number)

    root = Node(house.title)
    for r, room in enumerate(house.plan.rooms):
        node = Node(room.name)
        for k in range(estate.fixed_start[0, r], estate.fixed_start[0, r + 1]):
            model, number = int(estate.fixed_models[0, k, 0]), int(estate.fixed_ids[0, k])
            shell = models.names[model].split("/")[1]  # floor, walls or ceiling, which have no name of their own
            name = episode.names[number] if number > 0 else f"{shell} of the {room.name}"
            node.children.append(thing(name, model, estate.fixed_places[0, k], number))
        for k, item in enumerate(stock.items):
            if item.room == r:
                name, model = episode.names[FIRST_ITEM + k], int(state.kind[0, k])
                node.children.append(thing(name, model, state.place[0, k], FIRST_ITEM + k))
        root.children.append(node)
    return root
