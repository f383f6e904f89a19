const KEY = 'key:'

/** The key of a screen that a permission code stands for (`key:bill_list`); null for the code of a call. */
export const keyOfCode = (code: string): string | null => (code.startsWith(KEY) ? code.slice(KEY.length) : null)
