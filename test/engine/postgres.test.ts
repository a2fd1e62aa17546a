import { inject } from 'vitest';
import { openEngine } from '../../src/search/engines/index.js';
import { describeEngine } from '../conformance/engine.js';
import { describeEngineVectors, describeVectorParts } from '../conformance/engine-vectors.js';
import { testTools } from '../support/tools.js';
import { describeSampleSuite } from './sample-suite.js';

const open = () => openEngine(inject('database'), {}, testTools());

describeEngine('PostgreSQL', open, [{}]);
describeSampleSuite('PostgreSQL', open, [{}]);
describeEngineVectors('PostgreSQL', open, [{}]);
describeVectorParts('PostgreSQL', open);
