const same = (word) => word

/** In place of pluralize, by which refine words notices of its own that no screen here shows: every word as it is. */
module.exports = { plural: same, singular: same }
