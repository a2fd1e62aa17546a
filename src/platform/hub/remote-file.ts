import { z } from 'zod';

/** A file of a hub repository: where it is there and what it holds. */
export const RemoteFile = z.strictObject({
  /** In the repository, with forward slashes. */
  path: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** How its content is hashed: LFS names files by SHA-256, git by the SHA-1 of a blob object. */
  algorithm: z.enum(['sha256', 'git-sha1']),
  /** The hash in hex: also the ETag, and the name of the blob in the cache. */
  hash: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
});
export type RemoteFile = Readonly<z.infer<typeof RemoteFile>>;

const Sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.int().nonnegative();

/** A file as the hub's `tree` and `paths-info` list it. */
export const ListedFile = z
  .object({
    path: z.string(),
    size: Size,
    oid: Sha1,
    /** Of a large file, for which git itself only has a pointer. */
    lfs: z.object({ oid: Sha256, size: Size }).optional(),
  })
  .transform(
    ({ path, size, oid, lfs }): RemoteFile =>
      lfs
        ? { path, size: lfs.size, algorithm: 'sha256', hash: lfs.oid }
        : { path, size, algorithm: 'git-sha1', hash: oid },
  );
