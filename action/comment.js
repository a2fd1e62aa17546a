import { Refused } from './http.js';

/** No permission, or a comment of somebody else. */
const isForbidden = (error) => error instanceof Refused && [401, 403, 404].includes(error.status);

/**
 * Writes the one comment of a gate: updates the one with the marker, else adds it. Gives its address, or undefined where the token may
 * not write: the verdict stays what it is.
 */
export const writeComment = async (host, marker, body) => {
  try {
    for await (const { id, body: earlier } of host.list()) {
      if (!earlier?.startsWith(marker)) continue;
      try {
        return await host.update(id, body);
      } catch (error) {
        // Anybody may write a comment that begins with the marker; only one's own can be changed.
        if (!isForbidden(error)) throw error;
      }
    }
    return await host.create(body);
  } catch (error) {
    const reason = isForbidden(error) ? `it needs ${host.permission}` : 'the exit code is that of the gate';
    host.warn(`The comment was not written (${error.message}); ${reason}.`);
    return undefined;
  }
};
