import { format } from '../../../../platform/tables/index.js';
import {
  addresses,
  keyOf,
  type QueryPage,
  type ShownExplanation,
  type ShownSystem,
} from '../../../page-data/index.js';
import { Generated } from '../../parts/explained/generated.js';
import { Hits } from '../../parts/explained/hits.js';
import { Missing } from '../../parts/explained/missing.js';
import { type Loaded, useResource } from '../../resources.js';
import { Ready } from '../../states.js';
import { answerWords } from './answer-words.js';
import { Why } from './why.js';

/** What a query's column needs besides its explanation. */
interface ColumnProps {
  readonly page: QueryPage;
  readonly explanation: Loaded<ShownExplanation>;
}

/** Why the query came out as it did, before the evidence. */
export const Reason = ({ page, explanation }: ColumnProps) => {
  const system = explanation.value?.systems[0];
  const best = system?.gold[0]?.docId;
  const evidence = useResource(
    best === undefined ? undefined : addresses.document(page.task, keyOf(best)),
  ).value;
  if (!system) return null;
  const words = evidence
    ? answerWords(page.answer, page.text ?? '', `${evidence.title ?? ''} ${evidence.text}`)
    : [];
  return <Why system={system} answerWords={words} />;
};

export const Written = ({ explanation }: Pick<ColumnProps, 'explanation'>) => {
  const system = explanation.value?.systems[0];
  return system ? <Generated system={system} /> : null;
};

/** The ranking of one system, explained hit by hit. */
export const Found = ({
  page: { task },
  explanation,
  name,
  opened,
  other,
}: ColumnProps & {
  name: string;
  opened: string | undefined;
  /** The explanation that is shown next to this one. */
  other: ShownSystem | undefined;
}) => (
  <Ready of={explanation} what={`why ${name} ranks as it does`}>
    {({ systems: [system] }) =>
      system && (
        <>
          <h2>
            What <bdi>{system.system}</bdi> found
            <small>
              {format.count(system.found)} documents, score = {system.scoreIs}
              {system.from === 'search' && ', searched now'}
            </small>
          </h2>
          <Missing missing={system.missing} />
          <Hits
            system={system}
            settings={{ task, opened, ...(other && { elsewhere: (docId) => rankIn(other, docId) }) }}
          />
        </>
      )
    }
  </Ready>
);

/** The rank of a document in an explained ranking; undefined where the explanation does not say. */
const rankIn = ({ hits, gold }: ShownSystem, docId: string): number | null | undefined =>
  hits.find((hit) => hit.docId === docId)?.rank ?? gold.find((each) => each.docId === docId)?.rank;
