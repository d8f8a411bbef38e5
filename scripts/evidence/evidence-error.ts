/** A reason, in a sentence for the reader of the terminal, why the evidence cannot be written. */
export class EvidenceError extends Error {}
