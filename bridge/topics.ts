/** The MQTT topics of a bridge. A topic of a value ends with the datapoint: `heating/<id>/hc1/roomTemperature`. */
export type Topics = {
  /**
   * The topic of the bridge's state, retained: `online` while the bridge runs and the portal answers, otherwise
   * `offline`.
   */
  bridge: string
  /**
   * The topic of an appliance's state, retained: `online` while the appliance is shared and reports to the portal,
   * otherwise `offline`.
   */
  availability(applianceId: string): string
  /** The wildcard topic that matches the availability topics of all appliances. */
  availabilities: string
  value(applianceId: string, name: string): string
  /** The topic of a device's description for Home Assistant, retained. */
  discovery(applianceId: string): string
  /** The topic on which Home Assistant announces that it has started. */
  homeAssistantStatus: string
}

type TopicPrefixes = { topicPrefix: string; discoveryPrefix: string }

export function createTopics({ topicPrefix, discoveryPrefix }: TopicPrefixes): Topics {
  return {
    bridge: `${topicPrefix}/bridge`,
    availability: (id) => `${topicPrefix}/${id}/availability`,
    availabilities: `${topicPrefix}/+/availability`,
    value: (id, name) => `${topicPrefix}/${id}/${name.replaceAll('.', '/')}`,
    discovery: (id) => `${discoveryPrefix}/device/${id}/config`,
    homeAssistantStatus: `${discoveryPrefix}/status`,
  }
}
