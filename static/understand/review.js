export function mountReview() {}
