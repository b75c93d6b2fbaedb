import "server-only";
import { notFound, redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { type Account, type Role, userById } from "@/lib/store/users";
import { authOptions } from "./options";

const rank: Record<Role, number> = { player: 0, researcher: 1, admin: 2 };

export function hasRole(user: Pick<Account, "role"> | null, role: Role): boolean {
  return user !== null && rank[user.role] >= rank[role];
}

/** The signed-in account with the role it has now, or null. */
export async function currentUser(): Promise<Account | null> {
  const session = (await getServerSession(authOptions())) as { userId?: string } | null;
  return session?.userId ? userById(session.userId) : null;
}

/** For pages: the account, which has at least this role. Sends a stranger to sign in; others see that there is no such page. */
export async function requireRole(role: Role): Promise<Account> {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  if (!hasRole(user, role)) notFound();
  return user;
}
