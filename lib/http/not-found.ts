import "server-only";
import { notFound } from "next/navigation";
import { AppError } from "@/lib/errors";

/** For pages: what a store function gives, or the page that says there is no such page. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
