import { format } from '../../../../platform/tables/index.js';
import type { TaskExample, TaskPage } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Gold } from '../../parts/explained/hit.js';
import { NotHere } from '../../parts/not-here.js';
import { Quoted, Section } from '../../parts/texts.js';

/** Queries of a task with their evidence. The first is open. */
export const Examples = ({ page, board }: { page: TaskPage; board: string }) => (
  <Section id="examples" title="What it asks">
    {page.withoutTexts !== undefined && <NotHere what="Examples" why={page.withoutTexts} />}
    {page.examples.map((example, i) => (
      <details key={example.query} className="fold example" open={i === 0}>
        <summary>
          <bdi>{example.id}</bdi>
          {example.answer !== undefined && (
            <small>
              answer: <bdi>{example.answer}</bdi>
            </small>
          )}
        </summary>
        <Example of={example} {...{ page, board }} />
      </details>
    ))}
  </Section>
);

type ExampleProps = { of: TaskExample; page: TaskPage; board: string };
const Example = ({ of: { query, text, gold }, page, board }: ExampleProps) => (
  <>
    <Quoted className="reading">{text}</Quoted>
    <ul className="evidence-list">
      {gold.map(({ id, document, text: preview }) => (
        <li key={document}>
          <Gold />
          <p className="document" dir="auto">
            <bdi>{preview}</bdi> <small>{id}</small>
          </p>
        </li>
      ))}
    </ul>
    <p>
      <a href={linkTo('query', [page.key, query], { board })}>
        {page.difficulty.length > 0 ? 'What systems make of it' : 'The whole query'}
      </a>{' '}
      <span className="note">{format.count(gold.length)} pieces of evidence shown</span>
    </p>
  </>
);
