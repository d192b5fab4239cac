import { defineConfig } from "vitest/config";

/** Tests in a real browser against a running `nimatron serve`: one at a time, with time to think. */
export default defineConfig({
  test: {
    include: ["tests/**/*.spec.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
