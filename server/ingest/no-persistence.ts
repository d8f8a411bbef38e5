import { Readable } from 'node:stream'

/**
 * The persistence of aedes for sessions, retained messages and messages in flight: it stores nothing. Gateways
 * subscribe to nothing, and a report is stored before it is acknowledged.
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
    // QoS 2: each message counts as new, because storing a report twice has no effect.
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

/** The emitter of aedes between publishers and subscribers: it does nothing. */
export function noEmitter(): object {
  return {
    on: (_topic: string, _listener: unknown, done?: Done) => later(done),
    removeListener: (_topic: string, _listener: unknown, done?: Done) => later(done),
    // A publication has waited for its commit, so aedes is not parsing it any more.
    emit: (_packet: unknown, done?: Done) => done?.(),
    close: (done?: Done) => later(done),
  }
}

// aedes is still parsing its input: calling back synchronously would make its parser re-enter itself.
function later(done: Done | undefined): void {
  if (done) queueMicrotask(done)
}
