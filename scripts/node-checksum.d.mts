export function nodeComplaint(file: string, platform?: string): string | null
