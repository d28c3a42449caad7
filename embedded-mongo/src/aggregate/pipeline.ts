import type { ExpressionOptions } from '../expression/compile';
import { member } from '../values/clone';
import { failedToParse, located, mongoError, typeMismatch } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject, typeName } from '../values/types';
import type { PipelineEnvironment, PipelineResult, Stage, StageCompiler, StageContext, Stages } from './environment';
import { bucketAuto } from './stages/bucket-auto';
import { densify } from './stages/densify';
import { FIELD_STAGES } from './stages/fields';
import { fill } from './stages/fill';
import { GROUP_STAGES } from './stages/groups';
import { JOIN_STAGES } from './stages/joins';
import { SEQUENCE_STAGES } from './stages/sequence';
import { setWindowFields } from './stages/set-window-fields';

/** Stages whose documents come from the server, through the environment; they must be the first stage. */
const REPORTS = new Set(['$collStats', '$indexStats', '$currentOp', '$listLocalSessions', '$listSessions']);

const STAGES: Stages = {
  ...FIELD_STAGES,
  ...GROUP_STAGES,
  ...SEQUENCE_STAGES,
  ...JOIN_STAGES,
  $bucketAuto: bucketAuto,
  $densify: densify,
  $fill: fill,
  $setWindowFields: setWindowFields,
};

type SplitStage = { name: string; argument: unknown };

function splitStage(stage: unknown): SplitStage {
  if (!isObject(stage)) {
    throw typeMismatch(`Each element of the 'pipeline' array must be an object, but found ${typeName(stage)}`);
  }
  const [entry, ...others] = Object.entries(stage);
  if (!entry || others.length > 0) {
    throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return { name: entry[0], argument: entry[1] };
}

function report(name: string, argument: unknown, environment: PipelineEnvironment): Stage {
  return () => {
    if (!environment.report) throw located(40602, `${name} is only valid as the first stage in a pipeline`);
    return environment.report(name, argument);
  };
}

function stageCompiler(name: string): StageCompiler {
  const found = member(STAGES, name);
  if (found) return found;
  if (name === '$changeStream') {
    throw located(40573, 'The $changeStream stage is only supported on replica sets');
  }
  if (name === '$geoNear') throw mongoError(115, 'CommandNotSupported', '$geoNear is not supported by this server');
  throw located(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/** The number of documents that the next stage needs if it is a `$limit`, or a `$skip` before a `$limit`; 0 for all. */
function wantedAfter([next, afterNext]: readonly SplitStage[]): number {
  const count = (stage: SplitStage | undefined, name: string) =>
    stage?.name === name && isNumber(stage.argument) ? toNumber(stage.argument) : 0;
  const skipped = count(next, '$skip');
  const limit = count(skipped > 0 ? afterNext : next, '$limit');
  return limit > 0 ? skipped + limit : 0;
}

function compileStages(stages: unknown, environment: PipelineEnvironment): Stage {
  if (!Array.isArray(stages)) throw typeMismatch("'pipeline' option must be specified as an array");
  const split = stages.map(splitStage);
  const compiled = split.map(({ name, argument }, index): Stage => {
    if (name === '$out' || name === '$merge') {
      throw located(40601, `${name} can only be the final stage in the pipeline`);
    }
    if (REPORTS.has(name)) {
      if (index > 0) throw located(40602, `${name} is only valid as the first stage in a pipeline`);
      return report(name, argument, environment);
    }
    if (name === '$documents' && index > 0) {
      throw located(40602, '$documents is only valid as the first stage in a pipeline');
    }
    const context: StageContext = { environment, nested: compileStages, wanted: wantedAfter(split.slice(index + 1)) };
    return stageCompiler(name)(argument, context, name);
  });
  return (documents) => compiled.reduce<Iterable<Document>>((current, run) => run(current), documents);
}

/**
 * Runs an aggregation pipeline. A last stage `$out` or `$merge` is not run, but returned as `output`.
 * @throws 40324 for an unknown stage, 40323 and 40601 for a malformed pipeline, and each stage's own codes.
 */
export function runPipeline(
  documents: Iterable<Document>,
  pipeline: unknown,
  environment: PipelineEnvironment,
): PipelineResult {
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  const last = pipeline.length > 0 ? splitStage(pipeline.at(-1)) : undefined;
  // `$$NOW` is the same in all stages of a pipeline.
  const settled = { ...environment, now: environment.now ?? new Date() };
  if (last?.name !== '$out' && last?.name !== '$merge') {
    return { documents: compileStages(pipeline, settled)(documents) };
  }
  const run = compileStages(pipeline.slice(0, -1), settled);
  return { documents: run(documents), output: { stage: last.name, argument: last.argument } };
}

const UPDATE_STAGES = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);

/**
 * Compiles an update written as a pipeline.
 * @throws 72 for a stage that is not allowed in updates.
 */
export function compilePipelineUpdate(pipeline: readonly unknown[], options: ExpressionOptions) {
  for (const { name } of pipeline.map(splitStage)) {
    if (UPDATE_STAGES.has(name)) continue;
    stageCompiler(name);
    throw mongoError(72, 'InvalidOptions', `${name} is not allowed to be used within an update`);
  }
  const environment = (now: Date): PipelineEnvironment => ({ ...options, now, read: () => [] });
  compileStages(pipeline, environment(new Date()));
  return (document: Document, now = new Date()): Document => {
    const [result] = compileStages(pipeline, environment(now))([document]);
    if (!result) throw failedToParse('The update pipeline produced no document');
    return result;
  };
}
