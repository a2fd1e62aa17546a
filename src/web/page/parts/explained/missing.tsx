import type { MissingEvidence } from '../../../../experiment/record/index.js';
import { CommandText } from '../../states.js';

/** What cannot be shown any more, with the command that makes it again. */
export const Missing = ({ missing }: { missing: readonly MissingEvidence[] }) =>
  missing.length > 0 && (
    <section className="not-kept" aria-label="Not shown">
      <h3>Not shown, since it is not kept</h3>
      {missing.map(({ what, command }) => (
        <div key={what}>
          <p>
            <bdi>{what}</bdi>
          </p>
          {command !== undefined && <CommandText>{command}</CommandText>}
        </div>
      ))}
    </section>
  );
