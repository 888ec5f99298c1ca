"""Whatever the API is asked, the server does not fail: requests made from its own description, right and wrong ones."""

import httpx
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode

AT_EASE = settings(max_examples=4, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def test_no_request_makes_the_server_fail(address: str) -> None:
    begun = httpx.post(f"{address}/api/follow/sessions", json={"beginning": {}}, timeout=60)
    known = {"name": begun.json()["name"], "corpus": "lani written"}  # half of all requests are about what is there
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json").include(path_regex="^/api/(follow|look)")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        only_names = not operation.body and all(parameter.name in known for parameter in operation.iter_parameters())
        for mode in [GenerationMode.POSITIVE] if only_names else GenerationMode:  # any text may be a name

            @AT_EASE
            @given(operation.as_strategy(generation_mode=mode))
            def ask(case: schemathesis.Case) -> None:
                if case.path_parameters and len(str(case.path_parameters)) % 2:
                    case.path_parameters.update({key: known[key] for key in known.keys() & case.path_parameters.keys()})
                case.call_and_validate(checks=[not_a_server_error])

            ask()
