import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type IConnectPacket,
  type IDisconnectPacket,
  type IPublishPacket,
  type Packet,
  generate,
  parser,
} from 'mqtt-packet'
import {
  encodePublishAnswer,
  hasNoTopicFilter,
  noSubscriptionExistedCode,
  sharedSubscriptionsNotSupportedCode,
  subscriptionFailedCode,
} from './mqtt-answers.ts'
import {
  type ConnectRefusal,
  type MqttConnectionLimits,
  createConnackProperties,
  findConnectRefusal,
  sessionExpirySecondsOf,
} from './mqtt-connect.ts'

export type MqttLastWill = NonNullable<IConnectPacket['will']>

/** Functions that a connection calls when something happens. */
export type MqttConnectionHooks = {
  /**
   * Decides on a CONNECT. Resolves to null to accept the gateway. `connection.id` is already set: the client id of the
   * packet, with the user name as prefix.
   */
  signIn(connection: MqttConnection, packet: IConnectPacket): Promise<ConnectRefusal | null>
  /** Handles a PUBLISH. The function must later answer the packet with `acknowledge`, `reject` or `disconnect`. */
  publish(connection: MqttConnection, packet: IPublishPacket): void
  /** Called for each refused subscription, except for a shared subscription of MQTT 5. */
  subscribe(): void
  /**
   * Called with the last will when a signed-in connection ends without DISCONNECT, or in MQTT 5 with DISCONNECT 0x04.
   * `delayS`: the delay of the last will in seconds. MQTT 5, section 3.1.3.2.2.
   */
  will(connection: MqttConnection, will: MqttLastWill, delayS: number): void
  signedIn(connection: MqttConnection): void
  /** Called once when a signed-in connection has ended. */
  ended(connection: MqttConnection): void
  failed(connection: MqttConnection, error: Error): void
}

/** The maximum number of packets that a client may send after its CONNECT and before the answer. */
const maxEarlyPackets = 42
/** The time after which a gateway that does not read its answers is disconnected. */
const drainTimeoutMs = 10_000

export const packetTooLargeMessage = 'packet too large'

const reasons = { notAuthorized: 0x87, topicAliasInvalid: 0x94, packetTooLarge: 0x95, willWanted: 0x04 } as const

/**
 * A connection of MQTT 3.1, 3.1.1 or 5; mqtt-packet parses and encodes the packets. The connection handles sign-in,
 * publications with QoS 0 to 2, keep-alive and the last will. It sends only answers, and reads no more bytes until a
 * publication is answered.
 */
export class MqttConnection {
  readonly socket: Socket
  id = ''
  version: 3 | 4 | 5 = 4
  readonly #hooks: MqttConnectionHooks
  readonly #rules: MqttConnectionLimits
  readonly #parser = parser()
  #state: 'new' | 'signing-in' | 'connected' | 'leaving' | 'closed' = 'new'
  #isSignedIn = false
  #isParsing = false
  #unanswered = 0
  #early: Packet[] = []
  #will: MqttLastWill | undefined
  #sessionExpiryS = 0
  #keepAlive: NodeJS.Timeout | undefined
  #draining: NodeJS.Timeout | undefined

  constructor(socket: Socket, rules: MqttConnectionLimits, hooks: MqttConnectionHooks) {
    this.socket = socket
    this.#rules = rules
    this.#hooks = hooks
    this.#parser.on('packet', (packet) => this.#take(packet))
    this.#parser.on('error', (error: Error) => this.#fail(error))
    socket.on('readable', () => this.#read())
    socket.on('error', (error) => this.#fail(error))
    socket.on('end', () => this.close())
    socket.on('close', () => this.close())
  }

  get closed(): boolean {
    return this.#state === 'closed'
  }

  /**
   * Answers a publication with PUBACK or PUBREC, and continues to read. Sends nothing for QoS 0 or if the gateway is
   * being disconnected. Only MQTT 5 gets the reason code.
   */
  acknowledge({ qos, messageId = 0 }: IPublishPacket, reasonCode?: number): void {
    if (qos > 0 && this.#state === 'connected')
      this.#send(encodePublishAnswer(qos, messageId, this.version === 5 ? reasonCode : undefined))
    this.#unanswered -= 1
    this.#read()
  }

  /**
   * Refuses a publication. An MQTT 5 client gets the reason code 0x87 and stays connected. In earlier versions the
   * only refusal is to close the connection.
   */
  reject(packet: IPublishPacket, error: Error): void {
    if (this.version < 5) return this.#fail(error)
    this.#hooks.failed(this, error)
    this.acknowledge(packet, reasons.notAuthorized)
  }

  /**
   * Closes the connection after all earlier answers are sent. An MQTT 5 client first gets a DISCONNECT with the reason
   * code.
   */
  disconnect({ reasonCode }: { reasonCode: number }, onClosed?: () => void): void {
    if (onClosed && !this.closed) this.socket.once('close', onClosed)
    else onClosed?.()
    if (this.#state === 'leaving' || this.closed) return
    const isSent = this.version === 5 && this.#state === 'connected'
    this.#leaveWith(isSent ? generate({ cmd: 'disconnect', reasonCode }, { protocolVersion: 5 }) : null)
  }

  close(): void {
    if (this.closed) return
    this.#state = 'closed'
    clearTimeout(this.#keepAlive)
    clearTimeout(this.#draining)
    this.#early = []
    const { properties } = this.#will ?? {}
    const delayS = this.version === 5 ? Math.min(properties?.willDelayInterval ?? 0, this.#sessionExpiryS) : 0
    if (this.#will) this.#hooks.will(this, this.#will, delayS)
    if (this.#isSignedIn) this.#hooks.ended(this)
    this.socket.destroy()
  }

  #fail(error: Error): void {
    if (this.closed) return
    this.#hooks.failed(this, error)
    this.close()
  }

  #read(): void {
    if (this.#isParsing) return
    this.#isParsing = true
    while (this.#mayRead()) {
      const bytes = this.socket.read() as Buffer | null
      if (bytes === null) break
      const unparsedBytes = this.#parser.parse(bytes)
      if (unparsedBytes > this.#rules.maximumPacketSize) this.#refuseLarge()
    }
    this.#isParsing = false
  }

  #mayRead(): boolean {
    if (this.#state !== 'new' && this.#state !== 'connected') return false
    return this.#unanswered === 0 && this.#draining === undefined
  }

  #take(packet: Packet): void {
    if (this.closed || this.#state === 'leaving') return
    if ((packet.length ?? 0) > this.#rules.maximumPacketSize) return this.#refuseLarge()
    if (this.#state === 'connected') return this.#handlePacket(packet)
    if (this.#state === 'new' && packet.cmd === 'connect') return void this.#connect(packet)
    const isEarly = this.#state === 'signing-in' && packet.cmd !== 'connect' && this.#early.length < maxEarlyPackets
    if (!isEarly) return this.#fail(new Error(`A gateway does not send ${packet.cmd} before its CONNECT is answered`))
    this.#early.push(packet)
  }

  /** Closes the connection because a packet is larger than the maximum. An MQTT 5 client first gets the reason code. */
  #refuseLarge(): void {
    this.#hooks.failed(this, new Error(packetTooLargeMessage))
    if (this.version === 5 && this.#state === 'connected') this.disconnect({ reasonCode: reasons.packetTooLarge })
    else this.close()
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    this.#state = 'signing-in'
    this.version = packet.protocolVersion ?? 4
    const isAssigned = packet.clientId === ''
    // The id starts with the user name. Otherwise a gateway could take over the connection of another gateway by its
    // client id.
    this.id = isAssigned ? `gateway_${randomUUID()}` : `${packet.username ?? ''}/${packet.clientId}`
    const refusal = findConnectRefusal(packet, this.#rules) ?? (await this.#hooks.signIn(this, packet))
    if (this.closed) return
    if (refusal !== null) return this.#leaveWith(this.#connack(refusal))
    this.#sessionExpiryS = sessionExpirySecondsOf(packet, this.#rules)
    this.#state = 'connected'
    this.#isSignedIn = true
    this.#will = packet.will
    this.#keepAliveFor(packet.keepalive ?? 0)
    const properties = createConnackProperties(packet, this.#rules, isAssigned ? this.id : undefined)
    this.#send(this.#connack({ returnCode: 0, reasonCode: 0 }, properties))
    this.#hooks.signedIn(this)
    for (const early of this.#early.splice(0)) this.#take(early)
    this.#read()
  }

  #connack({ returnCode, reasonCode }: ConnectRefusal, properties = {}): Buffer {
    const connack = { cmd: 'connack', sessionPresent: false } as const
    if (this.version === 5) return generate({ ...connack, reasonCode, properties }, { protocolVersion: 5 })
    return generate({ ...connack, returnCode })
  }

  /** Closes the connection if it sends nothing for one and a half times `seconds`. MQTT 3.1.1, section 3.1.2.10. */
  #keepAliveFor(seconds: number): void {
    if (seconds === 0) return
    this.#keepAlive = setTimeout(() => this.#fail(new Error('keep alive timeout')), seconds * 1500)
  }

  #handlePacket(packet: Packet): void {
    this.#keepAlive?.refresh()
    if (hasNoTopicFilter(packet)) return this.#fail(new Error(`A gateway sent ${packet.cmd} without a topic filter`))
    switch (packet.cmd) {
      case 'publish':
        return this.#handlePublish(packet)
      case 'pubrel':
        return this.#answer({ cmd: 'pubcomp', messageId: packet.messageId ?? 0 })
      case 'subscribe':
        return this.#answer({
          cmd: 'suback',
          messageId: packet.messageId ?? 0,
          granted: packet.subscriptions.map(({ topic }) => this.#refuseSubscription(topic)),
        })
      case 'unsubscribe':
        return this.#answer({
          cmd: 'unsuback',
          messageId: packet.messageId ?? 0,
          granted: packet.unsubscriptions.map(() => noSubscriptionExistedCode),
        })
      case 'pingreq':
        return this.#answer({ cmd: 'pingresp' })
      case 'disconnect':
        return this.#obey(packet)
      case 'auth':
      case 'connack':
      case 'connect':
      case 'pingresp':
      case 'puback':
      case 'pubcomp':
      case 'pubrec':
      case 'suback':
      case 'unsuback':
        return this.#fail(new Error(`A gateway does not send ${packet.cmd}`))
    }
  }

  #handlePublish(packet: IPublishPacket): void {
    if (packet.properties?.topicAlias !== undefined) {
      this.#hooks.failed(this, new Error('Topic aliases are not offered'))
      return this.disconnect({ reasonCode: reasons.topicAliasInvalid })
    }
    this.#unanswered += 1
    this.#hooks.publish(this, packet)
  }

  /** Refuses a subscription, and returns the code for SUBACK. MQTT 3.1.1, section 3.9.3, and MQTT 5, section 3.9.3. */
  #refuseSubscription(topic: string): number {
    const isShared = topic.startsWith('$share/')
    if (this.version === 5 && isShared) return sharedSubscriptionsNotSupportedCode
    this.#hooks.subscribe()
    return this.version === 5 ? reasons.notAuthorized : subscriptionFailedCode
  }

  #obey({ reasonCode }: IDisconnectPacket): void {
    if (this.version < 5 || reasonCode !== reasons.willWanted) this.#will = undefined
    this.close()
  }

  #answer(packet: Packet): void {
    const bytes = this.#bytesOf(packet)
    if (bytes) this.#send(bytes)
  }

  /**
   * Encodes an answer. If the packet id of the answer is invalid, closes the connection and returns null. MQTT 5,
   * section 2.2.1.
   */
  #bytesOf(answer: Packet): Buffer | null {
    try {
      return generate(answer, { protocolVersion: this.version })
    } catch (error) {
      this.#fail(new Error(`A gateway sent a packet without a valid ${answer.cmd}`, { cause: error }))
      return null
    }
  }

  /** Writes bytes. Combines all answers of one turn of the event loop into one system call. */
  #send(bytes: Buffer): void {
    const { socket } = this
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    socket.write(bytes)
    if (!socket.writableNeedDrain || this.#draining) return
    this.#draining = setTimeout(() => this.#fail(new Error('drain timeout')), drainTimeoutMs).unref()
    socket.once('drain', () => {
      clearTimeout(this.#draining)
      this.#draining = undefined
      this.#read()
    })
  }

  #leaveWith(lastBytes: Buffer | null): void {
    this.#state = 'leaving'
    clearTimeout(this.#keepAlive)
    clearTimeout(this.#draining)
    this.#draining = setTimeout(() => this.close(), drainTimeoutMs).unref()
    const close = (): void => this.close()
    if (lastBytes) this.socket.end(lastBytes, close)
    else this.socket.end(close)
  }
}
