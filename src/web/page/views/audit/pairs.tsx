import type { AuditFigure, AuditPair } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import { type AuditPairs, type AuditRow, addresses, type Excerpt, keyOf } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { MarkedText } from '../../parts/explained/marked-text.js';
import { NotHere } from '../../parts/not-here.js';
import { useResource } from '../../resources.js';
import { Ready } from '../../states.js';

/** Queries, and documents, that a figure is made of: the lowest, the highest and some between. */
export const Pairs = ({ figure, row }: { figure: AuditFigure; row: AuditRow }) => {
  const loaded = useResource(addresses.auditPairs(row.key));
  const { examples, name, unit } = figure;
  if (examples.length === 0) return null;
  return (
    <Ready of={loaded} what="the texts">
      {({ withoutTexts, figures }) => {
        const texts = figures.find((each) => each.name === name)?.pairs ?? [];
        return (
          <>
            {withoutTexts !== undefined && <NotHere what="Texts" why={withoutTexts} />}
            <ol className="pairs">
              {examples.map((pair, i) => (
                <li key={`${pair.query} ${pair.document}`}>
                  <p className="pair-head">
                    <b>{format.figure(pair.value, unit)}</b>{' '}
                    {i === 0 && examples.length > 1 && <span className="pill">lowest</span>}
                    {i > 0 && i === examples.length - 1 && <span className="pill">highest</span>}
                  </p>
                  <PairTexts of={pair} texts={texts[i]} row={row} />
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Ready>
  );
};

interface PairTextsProps {
  of: AuditPair;
  texts: AuditPairs['figures'][number]['pairs'][number] | undefined;
  row: AuditRow;
}

const PairTexts = ({ of: { query, document, shared }, texts, row }: PairTextsProps) => (
  <div className="pair-texts">
    <div>
      <p className="pair-name">
        query <QueryName id={query} row={row} />{' '}
        {texts?.answer !== undefined && (
          <small>
            answer: <bdi>{texts.answer}</bdi>
          </small>
        )}
      </p>
      {texts?.query && <Piece of={texts.query} />}
    </div>
    {document !== undefined && (
      <div>
        <p className="pair-name">
          document <bdi>{document}</bdi>
        </p>
        {texts?.document && <Piece of={texts.document} />}
      </div>
    )}
    {shared && (
      <p className="note shared">
        {shared.length === 0 ? (
          'They share no term.'
        ) : (
          <>
            Shared terms: <bdi>{shared.join(', ')}</bdi>
          </>
        )}
      </p>
    )}
  </div>
);

const Piece = ({ of: { text, matches, cut } }: { of: Excerpt }) => (
  <p className="document" dir="auto">
    {cut[0] && '… '}
    <MarkedText text={text} matches={matches} />
    {cut[1] && ' …'}
  </p>
);

/** The id of a query, and a link to why it came out as it did where the page has that. */
export const QueryName = ({ id, row: { task, board } }: { id: string; row: AuditRow }) =>
  task === undefined ? (
    <bdi>{id}</bdi>
  ) : (
    <a href={linkTo('query', [task, keyOf(id)], { board })}>
      <bdi>{id}</bdi>
    </a>
  );
