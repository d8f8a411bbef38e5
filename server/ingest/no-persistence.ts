import { Readable } from 'node:stream'

/**
 * The memory that aedes wants for sessions, retained messages and messages under way: none. Gateways subscribe to
 * nothing, and a report is stored before it is acknowledged, so that nothing is left to remember.
 */
export function noPersistence(): object {
  return {
    setup: nothing,
    subscriptionsByClient: none,
    subscriptionsByTopic: none,
    cleanSubscriptions: nothing,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    putWill: nothing,
    delWill: nothing,
    streamWill: () => Readable.from([]),
    storeRetained: nothing,
    createRetainedStreamCombi: () => Readable.from([]),
    outgoingStream: () => [],
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    // QoS 2: each message is new, and storing a report twice is storing it once.
    incomingGetPacket: () => Promise.reject(new Error('Nothing is kept')),
    incomingStorePacket: nothing,
    incomingDelPacket: nothing,
  }
}

async function nothing(): Promise<void> {}

async function none(): Promise<never[]> {
  return []
}

type Done = (error?: Error) => void

/** The way from publishers to subscribers that aedes wants: it leads nowhere. */
export function noEmitter(): object {
  return {
    on: (_topic: string, _listener: unknown, done?: Done) => later(done),
    removeListener: (_topic: string, _listener: unknown, done?: Done) => later(done),
    // A publication has waited for its commit: aedes is not in the middle of parsing it any more.
    emit: (_packet: unknown, done?: Done) => done?.(),
    close: (done?: Done) => later(done),
  }
}

// aedes is in the middle of parsing what it received: going on at once would make it read into its own parser.
function later(done: Done | undefined): void {
  if (done) queueMicrotask(done)
}
