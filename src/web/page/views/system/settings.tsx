import type { PipelineStage } from '../../../../analysis/charts/index.js';
import type { Json } from '../../../../core/index.js';
import { Facts } from '../../parts/texts.js';

/** Stages in the order in which they work; what feeds several is listed once. */
const inOrder = (stage: PipelineStage): readonly PipelineStage[] => {
  const all = [...stage.inputs.flatMap(inOrder), stage];
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
};

/** Every setting of every stage, as recorded. */
export const Settings = ({ pipeline, spec }: { pipeline: PipelineStage; spec: Json }) => {
  const stages = inOrder(pipeline).map((stage, i) => ({ stage, key: `${i}` }));
  return (
    <>
      <div className="stages">
        {stages.map(({ stage: { name, settings }, key }) => (
          <section key={key} aria-label={`Settings of ${name}`}>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            {settings.length === 0 ? (
              <p className="note">no settings</p>
            ) : (
              <Facts of={settings.map(({ name: of, value }) => [of, value])} />
            )}
          </section>
        ))}
      </div>
      <p className="note no-print">
        <a
          download="spec.json"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(spec, null, 2))}`}
        >
          The recorded spec as a file
        </a>
        , which its fingerprint is made of
      </p>
    </>
  );
};
