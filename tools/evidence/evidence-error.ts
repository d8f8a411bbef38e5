/** Thrown if the evidence cannot be written. The message is a sentence for the terminal. */
export class EvidenceError extends Error {}
