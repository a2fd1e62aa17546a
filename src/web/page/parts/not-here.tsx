import { CommandText } from '../states.js';

/** Texts that are not on this machine: why, and the command that brings them where the reason ends with one. */
export const NotHere = ({ what, why }: { what: string; why: string | undefined }) => {
  const [, reason = why, command] = /^(.*): (r2med .*)$/s.exec(why ?? '') ?? [];
  return (
    <>
      <p className="note">
        {what} cannot be shown
        {reason !== undefined && (
          <>
            : <bdi>{reason}</bdi>
          </>
        )}
        .
      </p>
      {command !== undefined && <CommandText>{command}</CommandText>}
    </>
  );
};
