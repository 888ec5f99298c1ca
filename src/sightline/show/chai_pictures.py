"""Pictures of a house for people: its plan with names, its rooms from the door, furniture and items; and their galleries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from sightline.chai.dynamics import INTERACT
from sightline.chai.episode import Episode, deed_of
from sightline.chai.house import House, all_houses
from sightline.chai.house.arrays import CEILING, empty_state, estate_of, library_of
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.ground import STEP, hangs, in_the_way, walls
from sightline.chai.house.items import ITEMS
from sightline.chai.house.things import Furniture, Item, Part, Switch
from sightline.chai.route.planner import plan_deed
from sightline.chai.sight.gaze import EYE
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import ChaiWorld
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Array
from sightline.render import Library, Scenes, render
from sightline.render.look import INDOORS
from sightline.render.primitives import Primitive, box
from sightline.show.gallery import Exhibit, Gallery
from sightline.show.maps import from_above
from sightline.show.marks import text_width, write
from sightline.world import INTERACTION

PER_METRE = 56  # pixels of a plan
MARGIN = 0.3  # metres shown around the house
PORTRAIT_PIXELS = 128
GALLERY_PER_METRE, GALLERY_PIXELS = 60.0, 384  # pixels of plans and of rooms


def galleries() -> list[Gallery]:
    """Houses, from above and room by room, furniture and items."""
    pages = [(house, room) for house in all_houses() for room in range(-1, len(house.plan.rooms))]  # -1: the whole plan

    def draw(k: int) -> Image.Image:
        house, room = pages[k]
        if room < 0:
            return plan_picture(house, stock_of(house, 0), GALLERY_PER_METRE)
        return Image.fromarray(_rooms(house)[house.plan.rooms[room].name])

    return [
        Gallery("houses", "Houses", [_exhibit(house, room) for house, room in pages], draw),
        Gallery("furniture", "Furniture", list(map(_labelled, FURNITURE.values())), lambda k: Image.fromarray(_pieces()[k])),
        Gallery("items", "Items", list(map(_labelled, ITEMS.values())), lambda k: Image.fromarray(_items()[k])),
    ]


def _labelled(thing: Furniture | Item) -> Exhibit:
    return Exhibit(thing.name, thing.noun if thing.noun != thing.name else "")


def title_of(house: House) -> str:
    """The title of a house: "House 3", or the name of its file."""
    return f"House {house.name}" if house.name.isdigit() else house.title


def plan_extent(house: House) -> tuple[float, float, float, float]:
    """x0, z0, x1, z1 of the area that a plan shows: the house with a margin."""
    rooms = house.plan.rooms
    x0, z0 = (min(room.corner[a] for room in rooms) - MARGIN for a in (0, 1))
    x1, z1 = (max(room.corner[a] + room.size[a] for room in rooms) + MARGIN for a in (0, 1))
    return x0, z0, x1, z1


def plan_picture(house: House, stock: Stock, per_metre: float = PER_METRE, names: bool = True) -> Image.Image:
    """The house from above, without ceilings and objects on walls, with the names of rooms and furniture."""
    x0, z0, x1, z1 = plan_extent(house)
    width, height = round((x1 - x0) * per_metre), round((z1 - z0) * per_metre)
    scenes = _without_ceilings(house, stock)
    drawn = from_above(scenes, ((x0 + x1) / 2, (z0 + z1) / 2), (x1 - x0) / 2, (2 * height, 2 * width))[0]
    drawn[(drawn == 0).all(axis=-1)] = 250
    picture = Image.fromarray(drawn).resize((width, height), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    for _, (left, low, right, high) in walls(house.plan):
        corners = ((left - x0) * per_metre, (z1 - high) * per_metre, (right - x0) * per_metre, (z1 - low) * per_metre)
        draw.rectangle(corners, fill="#55504a")
    if names:
        _write_names(draw, house, (width, height), lambda x, z: ((x - x0) * per_metre, (z1 - z) * per_metre))
    return picture


def _without_ceilings(house: House, stock: Stock) -> Scenes:
    """The scene of a house without its ceilings, objects on walls, and contents of drawers."""
    plan, estate, library = house.plan, estate_of((house,)), library_of((house,))
    state = empty_state(estate, 1, len(stock.items))
    stock.fill(state, 0)
    hung = np.array([hangs(piece) for piece in plan.pieces])
    slots = [
        k
        for k, number in enumerate(estate.fixed_ids[0, : estate.fixed_start[0, -1]].tolist())
        if not library.names[estate.fixed_models[0, k, 0]].startswith(f"/{CEILING}/")
        and (number < 0 or not hung[house.piece_of(number)])
    ]
    hidden = [estate.surface_part[0, i.surface] >= 0 or hung[house.surfaces[i.surface][0]] for i in stock.items]
    out = np.flatnonzero(~np.array(hidden, bool))
    models = np.concatenate([estate.fixed_models[0, slots, 0], state.kind[0, out]])
    places = np.concatenate([estate.fixed_places[0, slots], state.place[0, out]])
    scenes = Scenes(library, 1, len(models), backdrop=False, light=INDOORS)
    scenes.put(0, models, places, np.ones(len(models)))
    return scenes


def _write_names(
    draw: ImageDraw.ImageDraw, house: House, size: tuple[int, int],
    at: Callable[[float, float], tuple[float, float]],
) -> None:  # fmt: skip
    """Write the names of rooms and of furniture on the floor; `at` maps a place to the picture."""
    written: list[tuple[float, float, float, float]] = []

    def place(text: str, x: float, z: float, size_of_letters: int, colour: str) -> None:
        """Write near a point, inside the picture, and not over another name."""
        half_width, half_height = text_width(text, size_of_letters) / 2 + 3, size_of_letters / 2 + 1
        across, middle = at(x, z)
        across = min(max(across, half_width), size[0] - half_width)
        for shift in (0, 12, -12, 24, -24):
            down = min(max(middle + shift, half_height), size[1] - half_height)
            here = (across - half_width, down - half_height, across + half_width, down + half_height)
            if all(here[0] > b[2] or here[2] < b[0] or here[1] > b[3] or here[3] < b[1] for b in written):
                written.append(here)
                write(draw, (across, down), text, size_of_letters, colour, "mm", halo="#fbfaf7")
                return

    for number, room in enumerate(house.plan.rooms):
        place(room.name, *open_floor(house, number), 20, "#a02818")
    for piece in house.plan.pieces:
        if in_the_way(piece):
            place(piece.thing.noun, piece.at[0], piece.at[2], 11, "#303030")


def open_floor(house: House, room: int) -> tuple[float, float]:
    """The place of a room that is farthest from all obstacles."""
    free = house.ground.free & (house.ground.rooms == room)
    grown, last = free, free
    while grown.any():
        last = grown
        grown = grown & np.roll(grown, 1, 0) & np.roll(grown, -1, 0) & np.roll(grown, 1, 1) & np.roll(grown, -1, 1)
    row, column = np.argwhere(last)[0]
    return float(column * STEP), float(row * STEP)


def doorway_poses(house: House) -> list[tuple[int, tuple[float, float, float]]]:
    """Poses just inside every door of every room, facing in: (room, pose). A room without doors is seen from its middle."""
    poses: list[tuple[int, tuple[float, float, float]]] = []
    for number, room in enumerate(house.plan.rooms):
        for door in house.plan.doorways:
            if number in door.rooms:
                across = 0 if door.along == "z" else 1  # the axis through the door
                inward = room.corner[across] >= door.at[across] - 1e-6
                heading = {(0, True): 90.0, (0, False): 270.0, (1, True): 0.0, (1, False): 180.0}[across, inward]
                x, z = (v + (2 * STEP if inward else -2 * STEP) * (a == across) for a, v in enumerate(door.at))
                poses.append((number, (x, z, heading)))
        if not any(number == seen for seen, _ in poses):
            poses.append((number, (*open_floor(house, number), 0.0)))
    return poses


def room_pictures(house: House, stock: Stock, size: int = 512) -> list[tuple[str, Array]]:
    """Every room by name, seen from the door that shows most of it: (size, size, 3)."""
    world = ChaiWorld(Camera(size, size, EYE.fov, EYE.eye, EYE.shift))
    poses = doorway_poses(house)
    world.reset([Episode(house, stock, pose, ()) for _, pose in poses])
    seen = world.observe(("rgb", "segmentation"))
    objects = [len(np.unique(numbers)) for numbers in seen["segmentation"]]
    best = {room: max((k for k, (r, _) in enumerate(poses) if r == room), key=lambda k: objects[k]) for room, _ in poses}
    return [(house.plan.rooms[room].name, seen["rgb"][k]) for room, k in best.items()]


def item_portraits() -> Array:
    """(I, 128, 128, 3) every item in the order of ITEMS."""
    return portraits([item.model for item in ITEMS.values()])


def furniture_portraits(opened: bool = False) -> Array:
    """(F, 128, 128, 3) every piece in the order of FURNITURE, its parts closed and its switches off, or open and on."""

    def model(piece: Furniture) -> list[Primitive]:
        moving: tuple[Part | Switch, ...] = (*piece.parts, *piece.switches)
        return [*piece.model, *(p for part in moving for p in part.models[opened])]

    return portraits([model(piece) for piece in FURNITURE.values()])


def portraits(models: Sequence[Sequence[Primitive]], turn: float = 25.0) -> Array:
    """(M, 128, 128, 3) models on a pale ground, each at a distance that fits its size; they are turned clockwise."""
    count = len(models)
    ground = box("#e9e4d8", (0, -0.05, 0), (400, 0.05, 400))
    library = Library({**{str(k): model for k, model in enumerate(models)}, "ground": [ground]})
    scenes = Scenes(library, count, 2, backdrop=False, light=INDOORS)
    cameras = np.zeros((count, 1, 5))
    camera = Camera(2 * PORTRAIT_PIXELS, 2 * PORTRAIT_PIXELS, fov=40, eye=1.0, shift=-0.55)
    for k, model in enumerate(models):
        scenes.put(k, np.array([k, count]), np.array([[0, 0, 0, turn], [0, 0, 0, 0]]), np.array([1, 2]))
        corners = np.concatenate([p.corners() for p in model])
        (width, _, depth), low, high = np.ptp(corners, axis=0), corners[:, 1].min(), corners[:, 1].max()
        away = max(0.12, 2.2 * max(math.hypot(width, depth), high - low))
        cameras[k, 0, :3] = 0.0, (low + high) / 2 + 0.55 * away, -away
    large = render(scenes, cameras, camera)["rgb"][:, :, 0]
    shape = (count, PORTRAIT_PIXELS, 2, PORTRAIT_PIXELS, 2, 3)
    return np.asarray(large.reshape(shape).mean(axis=(2, 4)).round().astype(np.uint8))


def errand_picture(episode: Episode, size: int = 256) -> Image.Image:
    """The planner's run of an episode: the view before each interaction, with its cell in red, and after it."""
    world = ChaiWorld(Camera(size, size, EYE.fov, EYE.eye, EYE.shift), horizon=10**9)
    world.reset([episode])
    views: list[tuple[str, Array]] = []
    for goal in episode.goals:
        if goal.kind != INTERACTION:
            continue
        actions = plan_deed(world, deed_of(goal)) or []
        for action in actions[:-1]:
            world.step([action])
        before = world.observe()["rgb"][0].copy()
        row, column = divmod(actions[-1] - INTERACT, CELLS)
        cell = before[row * size // CELLS : (row + 1) * size // CELLS, column * size // CELLS : (column + 1) * size // CELLS]
        cell[:] = cell // 3 + np.array([170, 0, 0], np.uint8)
        world.step(actions[-1:])
        views += [(episode.tell(deed_of(goal)), before), ("", world.observe()["rgb"][0])]
    band = 22
    strip = Image.new("RGB", (len(views) * (size + 4) - 4, size + 2 * band), "#fbfaf7")
    draw = ImageDraw.Draw(strip)
    write(draw, (4, band / 2), episode.instruction, 14, "#202020", "lm")
    for k, (deed, view) in enumerate(views):
        strip.paste(Image.fromarray(view), (k * (size + 4), band))
        write(draw, (k * (size + 4) + 4, size + 1.5 * band), deed, 13, "#a02818", "lm")
    return strip


def _exhibit(house: House, room: int) -> Exhibit:
    if room < 0:
        return Exhibit(title_of(house), house.plan.name)
    return Exhibit(f"{title_of(house)}: {house.plan.rooms[room].name}", "")


@cache
def _rooms(house: House) -> dict[str, Array]:
    return dict(room_pictures(house, stock_of(house, 0), GALLERY_PIXELS))


@cache
def _pieces() -> Array:
    return furniture_portraits()


@cache
def _items() -> Array:
    return item_portraits()
