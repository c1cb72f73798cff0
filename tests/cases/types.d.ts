// cases/FORMAT.md as types.
export interface Entry {
  metric: string;
  value: number | boolean | string;
  unit?: string;
  decimals?: number;
  tolerance?: number;
  range?: [number, number];
}

export interface SizeCase {
  id: string;
  model: string | { architecture_config: object } | { gguf_metadata: object };
  engine: string;
  engine_version?: string | null;
  scenario: Settings;
  expect: Entry[];
}

export interface PrefixCase {
  id: string;
  engine: string;
  expect: Record<string, unknown>;
  [workload: string]: unknown;
}

export type Settings = Record<string, number | boolean | string | undefined>;

export type Status = "pass" | "fail" | "unsupported";

/** One compared figure. */
export interface Check {
  metric: string;
  status: Status;
  expected: unknown;
  actual: unknown;
  reason: string;
}
