import type { GroupSummary } from "@/lib/stats/groups";

/** A group with the name it is shown by; empty for people. */
export type LabelledGroup = GroupSummary & { label: string };

/** A React key and an id in one: a group under one condition. */
export const groupId = (group: GroupSummary) => `${group.group} ${group.conditionKey}`;
