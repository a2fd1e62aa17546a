import { findModelEntry } from '../../models/embedders/index.js';
import { findRerankerEntry } from '../../models/scorers/index.js';
import { parseStages, type SystemText, systemsIn } from '../../search/pipeline/index.js';
import { type NumberType, namedType, widerType } from '../record/index.js';

/** A registered model of a system. */
interface PublishedModel {
  /** Its id at the hub or at its service. */
  readonly model: string;
  readonly numberType: NumberType;
}

/** The registered models of a system, with the number type they were published with. */
export const publishedModels = (expression: string): readonly PublishedModel[] =>
  namesIn(parseStages(expression)).flatMap((name) => {
    const entry = findModelEntry(name) ?? findRerankerEntry(name);
    return entry ? [{ model: entry.model, numberType: namedType(entry.numberType) }] : [];
  });

/** The number type that the models of a system were published with; `exact` where it has none. */
export const publishedNumberType = (expression: string): NumberType =>
  publishedModels(expression).reduce<NumberType>((type, each) => widerType(type, each.numberType), 'exact');

const namesIn = (system: SystemText): readonly string[] =>
  system.flatMap((stage) => [stage.name, ...systemsIn(stage).flatMap(namesIn)]);
