// SPDX-License-Identifier: MIT
// The data that the page carries; results_json.h and report_html.h say what each key means.

export type Kind = 'tally' | 'timePersistent' | 'counter' | 'output' | 'frequency';

export interface Histogram {
  origin: number;
  width: number;
  counts: number[];
  nonFinite: number;
}

export interface Series {
  start: number;
  step: number;
  average: (number | null)[];
  minimum: (number | null)[];
  maximum: (number | null)[];
}

export interface FrequencyCategory {
  name: string;
  visits: number;
  time: number | null;
  averageTime: number | null;
  standardPercent: number | null;
  restrictedPercent?: number | null;
}

export interface Statistic {
  name: string;
  kind: Kind;
  average?: number | null;
  halfWidth?: number | null;
  halfWidthReason?: string;
  minimum?: number | null;
  maximum?: number | null;
  minimumAverage?: number | null;
  maximumAverage?: number | null;
  final?: number | null;
  observations?: number;
  categories?: FrequencyCategory[];
  replicationAverages?: (number | null)[];
  histogram?: Histogram;
  series?: Series;
}

export interface Failure {
  replication: number;
  clock: number | null;
  modelPath: string;
  message: string;
}

export interface TrajectoryVariable {
  name: string;
  unit: string;
  values: (number | null)[];
}

export interface Trajectories {
  time: number[];
  events: number[];
  variables: TrajectoryVariable[];
}

export interface Solver {
  name: string;
  tolerance: number | null;
  steps: number;
  rejected: number;
  evaluations: number;
  jacobians: number;
  events: number;
  restarts: number;
}

export interface Results {
  model: string;
  description?: string;
  seed: number;
  replications: number;
  completed: number;
  length: number | null;
  warmup: number;
  timeUnit: string;
  interrupted?: boolean;
  failures?: Failure[];
  statistics: Statistic[];
  solver?: Solver;
  trajectories?: Trajectories;
  steadyState?: WelchCourse[];
  wallSeconds: number | null;
}

export interface Member {
  index: number;
  label: string;
  time: boolean;
}

export interface Group {
  owner: string;
  members: Member[];
}

export type Category =
  | 'system'
  | 'entity'
  | 'process'
  | 'queue'
  | 'resource'
  | 'transporter'
  | 'conveyor'
  | 'storage'
  | 'userSpecified'
  | 'frequency';

export interface Section {
  category: Category;
  title: string;
  groups: Group[];
}

export interface UsedElement {
  path: string;
  section: string;
}

// A component; without a type it is a coupled model.
export interface Outline {
  name: string;
  type?: string;
  uses?: UsedElement[];
  inputs?: string[];
  outputs?: string[];
  components?: Outline[];
  couplings?: [string, string][];
}

// The course of the first replication, in columns; entity 0 is a message, its kind then a port.
export interface PlaybackData {
  places: string[];
  kinds: string[];
  ports: string[];
  time: number[];
  entity: number[];
  place: number[];
  kind: number[];
  cut: boolean;
}

export interface ReportData {
  results: Results;
  sections: Section[];
  source?: string;
  model?: Outline;
  modelSize?: number;
  playback?: PlaybackData;
}

export interface ScenarioMean {
  scenario: string;
  average: number | null;
  halfWidth: number | null;
  halfWidthReason?: string;
  minimum: number | null;
  maximum: number | null;
  replications: number;
  varianceSaved?: number | null;
  plainHalfWidth?: number | null;
  values?: (number | null)[];
}

export interface ResponseTable {
  name: string;
  scenarios: ScenarioMean[];
}

export interface ComparedScenario {
  scenario: string;
  mean: number | null;
  difference?: number | null;
  halfWidth?: number | null;
  independentHalfWidth?: number | null;
  lower?: number | null;
  upper?: number | null;
  verdict: string;
}

export interface Comparison {
  response: string;
  method: 'paired' | 'best' | 'screening' | 'select';
  goal: 'smallest' | 'largest';
  confidence: number;
  base?: string;
  indifference?: number | null;
  procedure?: string;
  anova?: {
    f: number | null;
    numeratorDegrees: number | null;
    denominatorDegrees: number | null;
    p: number | null;
  };
  replications: number;
  missing?: string;
  scenarios: ComparedScenario[];
}

// Observations of one response averaged over replications.
export interface WelchCourse {
  response: string;
  scenario?: string;
  warmup?: number | null; // proposed
  mean?: number | null; // of one run, from the study's warm-up on
  batchMeans?: { halfWidth: number | null; halfWidthReason?: string };
  standardisedSeries?: { halfWidth: number | null; halfWidthReason?: string };
  welch: { time: number[]; average: number[]; smoothed: number[] }; // smoothed ends earlier
}

export interface ScenarioFailure extends Failure {
  scenario: string;
}

export interface ScenarioResults {
  model: string;
  description?: string;
  seed: number;
  length: number | null;
  warmup: number;
  timeUnit: string;
  interrupted?: boolean;
  scenarios: string[];
  failures?: ScenarioFailure[];
  responses: ResponseTable[];
  comparison?: Comparison;
  steadyState?: WelchCourse[];
  antithetic?: boolean;
  randomNumbers?: string;
  control?: string;
}

// What the page shows: a run, an experiment or a fit.
export type PageData = ReportData | { experiment: ScenarioResults } | { title: string; fit: FitData };

export interface FitData {
  column?: string;
  observations?: number;
  empirical?: string;
  data?: { histogram?: Pick<Histogram, 'origin' | 'width' | 'counts'>; x?: number[] };
  fits: Fit[];
}

export interface Fit {
  name: string;
  expression: string;
  aic: number | null;
  kolmogorovSmirnov: number | null;
  andersonDarling: number | null;
  chiSquare: number | null;
  chiSquareP: number | null;
  density?: (number | null)[]; // at data.x
  quantiles?: [number | null, number][]; // of the distribution, of the data
}

// A statistic with its place in the overview: what a row of a table and a card of plots are made from.
export interface Entry {
  statistic: Statistic;
  index: number;
  owner: string;
  label: string;
  unit: string; // the time unit, or nothing
}

export function readData(): PageData {
  const element = document.getElementById('escapement-data');
  if (!element?.textContent)
    throw new Error('The page has lost its data: no #escapement-data. Write the report again.');
  return JSON.parse(element.textContent) as PageData;
}

export function entriesOf(data: ReportData, group: Group): Entry[] {
  return group.members.map((member) => ({
    statistic: data.results.statistics[member.index]!,
    index: member.index,
    owner: group.owner,
    label: member.label,
    unit: member.time ? data.results.timeUnit : '',
  }));
}
