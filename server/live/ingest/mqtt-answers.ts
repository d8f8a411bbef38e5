import type { Packet, QoS } from 'mqtt-packet'

/**
 * Return codes of MQTT 3.1.1 and reason codes of MQTT 5 in SUBACK and UNSUBACK. MQTT 3.1.1, section 3.9.3, and MQTT
 * 5, sections 3.9.3 and 3.11.3.
 */
export const subscriptionFailedCode = 0x80
export const sharedSubscriptionsNotSupportedCode = 0x9e
export const noSubscriptionExistedCode = 0x11

/**
 * Whether a SUBSCRIBE or UNSUBSCRIBE has no topic filter, which MQTT forbids. MQTT 3.1.1 and MQTT 5, sections 3.8.3
 * and 3.10.3.
 */
export function hasNoTopicFilter(packet: Packet): boolean {
  if (packet.cmd === 'subscribe') return packet.subscriptions.length === 0
  return packet.cmd === 'unsubscribe' && packet.unsubscriptions.length === 0
}

/**
 * Encodes a PUBACK for QoS 1, or a PUBREC for QoS 2, without properties. Without a reason code, the packet is also
 * valid in MQTT 3.1.1. MQTT 5, sections 3.4 and 3.5.
 */
export function encodePublishAnswer(qos: QoS, messageId: number, reasonCode?: number): Buffer {
  const [kind, high, low] = [qos === 1 ? 0x40 : 0x50, messageId >> 8, messageId & 0xff]
  return Buffer.from(reasonCode === undefined ? [kind, 2, high, low] : [kind, 3, high, low, reasonCode])
}
