export function clockEnv(folder: string, offset?: string): Record<string, string>
export function dayEnv(folder: string, day: string): Record<string, string>
