import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';

/** What a system takes, each with its name; what is not known is left out. */
export const costFacts = ({
  cost,
  parameters,
  dimensions,
}: LeaderboardRow): readonly (readonly [string, string])[] => [
  ...(cost
    ? ([
        ['Money, all queries', format.usd(cost.usd)],
        ['Time per query', format.seconds(cost.secondsPerQuery)],
        ['Index', format.bytes(cost.indexBytes)],
        ['To open', format.seconds(cost.openSeconds)],
        ['Tokens in', format.count(cost.tokensIn)],
        ['Tokens out', format.count(cost.tokensOut)],
      ] as const)
    : []),
  ...(parameters === undefined ? [] : [['Parameters', format.parameters(parameters)] as const]),
  ...(dimensions === undefined ? [] : [['Dimensions', format.count(dimensions)] as const]),
];
