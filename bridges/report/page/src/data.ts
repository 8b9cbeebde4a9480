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

export interface ReportData {
  results: Results;
  sections: Section[];
  source?: string;
}

// A statistic with its place in the overview: what a row of a table and a card of plots are made from.
export interface Entry {
  statistic: Statistic;
  index: number;
  owner: string;
  label: string;
  unit: string; // the time unit, or nothing
}

export function readData(): ReportData {
  const element = document.getElementById('escapement-data');
  if (!element?.textContent)
    throw new Error('The page has lost its data: no #escapement-data. Write the report again.');
  return JSON.parse(element.textContent) as ReportData;
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
