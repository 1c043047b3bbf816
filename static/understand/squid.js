// The tree of futures.

export function mountSquid() {}
