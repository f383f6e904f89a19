/** Whom money is from that names nobody: of many people, of whom nothing is learned. */
export const NOBODY = '未知付款人'
