"""Checks a device discovery payload of Home Assistant, read from standard input.

The rules are those of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload and of the pages of the
MQTT sensor and the MQTT binary sensor, written for Home Assistant's own validator, voluptuous. An unknown key is an error.
"""

import json
import sys

import voluptuous as vol

TOPIC = vol.All(str, vol.Length(min=1), vol.Match(r"^[^#+\x00]+$"))
SECONDS = vol.All(int, vol.Range(min=1))
AVAILABILITY = {
    vol.Optional("availability"): [
        {vol.Required("topic"): TOPIC, vol.Optional("payload_available"): str, vol.Optional("payload_not_available"): str}
    ],
    vol.Optional("availability_mode"): vol.Any("all", "any", "latest"),
}
ENTITY = {
    vol.Required("platform"): str,
    vol.Required("unique_id"): vol.All(str, vol.Length(min=1)),
    vol.Required("state_topic"): TOPIC,
    vol.Optional("name"): vol.Any(None, str),
    vol.Optional("expire_after"): SECONDS,
}
TEMPERATURE = {"temperature": ("°C", "°F", "K")}


def unit_fits(component):
    units = TEMPERATURE.get(component.get("device_class"))
    if units and component.get("unit_of_measurement") not in units:
        raise vol.Invalid("the unit does not fit the device class")
    return component


SENSOR = vol.All(
    vol.Schema(
        {
            **ENTITY,
            vol.Optional("device_class"): vol.Any("temperature", "enum"),
            vol.Optional("unit_of_measurement"): str,
            vol.Optional("state_class"): vol.Any("measurement", "total", "total_increasing"),
        }
    ),
    unit_fits,
)
BINARY_SENSOR = vol.Schema({**ENTITY, vol.Optional("device_class"): vol.Any("problem", "running", "heat")})


def component(value):
    schemas = {"sensor": SENSOR, "binary_sensor": BINARY_SENSOR}
    if value.get("platform") not in schemas:
        raise vol.Invalid("the platform cannot be read only")
    return schemas[value["platform"]](value)


DEVICE = vol.Schema(
    {
        vol.Required("device"): {
            vol.Required("identifiers"): vol.All([str], vol.Length(min=1)),
            vol.Optional("name"): str,
            vol.Optional("configuration_url"): vol.Url(),
        },
        vol.Required("origin"): {
            vol.Required("name"): str,
            vol.Optional("sw_version"): str,
            vol.Optional("support_url"): vol.Url(),
        },
        vol.Required("components"): {vol.Match(r"^[a-zA-Z0-9_-]+$"): component},
        **AVAILABILITY,
    }
)

DEVICE(json.load(sys.stdin))
