/** Error for a file that is not an archive of this product. */
export class NotAnArchive extends Error {}
