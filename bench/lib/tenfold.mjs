export const tenfold = async () => { throw new Error('x') }
