/** In place of side-channel, in which qs (of refine's router) notes objects while it reads and writes them: every browser has the word for it. */
module.exports = () => new WeakMap()
