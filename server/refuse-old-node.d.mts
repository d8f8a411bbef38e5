export function oldNodeComplaint(version: string): string | null
export function refuseOldNode(): void
