import type { ApiCall } from "./openapi";
import { attemptFilterSchema, exportFilterSchema, pageSchema, runExportSchema, runsPageSchema } from "./run-attempts";
import {
  allowedHostsSchema,
  connectionPatchSchema,
  connectionSchema,
  launchSchema,
  modelSchema,
  testConnectionSchema,
} from "./runs";

const researcher = "researcher" as const;

/** The calls about connections, models, runs and their attempts. */
export const runCalls: ApiCall[] = [
  {
    method: "get",
    path: "/attempts",
    summary: "Attempts, newest first, a page at a time",
    role: researcher,
    query: attemptFilterSchema,
  },
  {
    method: "get",
    path: "/connections",
    summary: "Connections to model providers, never their keys",
    role: researcher,
  },
  { method: "post", path: "/connections", summary: "Add a connection", role: researcher, body: connectionSchema },
  {
    method: "patch",
    path: "/connections/{id}",
    summary: "Change a connection; a key is replaced, never shown",
    role: researcher,
    body: connectionPatchSchema,
  },
  { method: "delete", path: "/connections/{id}", summary: "Delete a connection no model uses", role: researcher },
  {
    method: "post",
    path: "/connections/{id}/test",
    summary: "Try a connection: what is wrong in words, and the models it offers",
    role: researcher,
    body: testConnectionSchema,
  },
  { method: "get", path: "/models", summary: "Model configurations", role: researcher, query: pageSchema },
  { method: "post", path: "/models", summary: "Add a model configuration", role: researcher, body: modelSchema },
  {
    method: "get",
    path: "/runs",
    summary: "Runs, newest first, a page at a time; by name, that one",
    role: researcher,
    query: runsPageSchema,
  },
  {
    method: "post",
    path: "/runs",
    summary: "Launch a plan, or with dryRun say what it would do. The same name again adds only what is missing",
    role: researcher,
    body: launchSchema,
  },
  { method: "get", path: "/runs/{id}", summary: "One run as it stands", role: researcher },
  { method: "post", path: "/runs/{id}/pause", summary: "Pause a run after the calls under way", role: researcher },
  { method: "post", path: "/runs/{id}/resume", summary: "Go on with a paused run", role: researcher },
  { method: "post", path: "/runs/{id}/retry", summary: "Put a run's failed attempts back in line", role: researcher },
  { method: "post", path: "/runs/{id}/cancel", summary: "Cancel what a run has not begun", role: researcher },
  {
    method: "get",
    path: "/runs/{id}/export",
    summary: "Every attempt of a run, streamed",
    role: researcher,
    query: runExportSchema,
  },
  {
    method: "get",
    path: "/export",
    summary: "Every attempt that fits the filters, streamed",
    role: researcher,
    query: exportFilterSchema,
  },
  {
    method: "get",
    path: "/settings/allowed-hosts",
    summary: "Private hosts at which models may be called",
    role: "admin",
  },
  {
    method: "put",
    path: "/settings/allowed-hosts",
    summary: "Set the private hosts at which models may be called",
    role: "admin",
    body: allowedHostsSchema,
  },
];
