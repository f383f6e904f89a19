/** Gives what a row has under a name. */
export default <T extends object>(row: T, name: keyof T): T[keyof T] => row[name]
