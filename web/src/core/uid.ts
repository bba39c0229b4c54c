let last = 0;

/** Different for every piece on a page: SVG refers to its parts by id. */
export const uid = (): string => (last += 1).toString(36);
