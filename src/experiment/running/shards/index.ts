export { type MergedResult, mergeShards } from './merge-shards.js';
export { partLine, runShard, type ShardOptions, type ShardOutcome, type ShardPart } from './run-shard.js';
