import { route } from "@/lib/http/route";
import { listBenchmarks } from "@/lib/store/tasks";

export const GET = route({}, async () => ({ body: { benchmarks: await listBenchmarks() } }));
