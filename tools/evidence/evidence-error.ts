/** The reason why the evidence cannot be written, as a sentence for the terminal. */
export class EvidenceError extends Error {}
