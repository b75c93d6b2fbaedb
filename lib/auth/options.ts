import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { takeLimit } from "@/lib/store/limits";
import { isStorable } from "@/lib/store/text";
import { signIn } from "@/lib/store/users";
import { joinAccount, leaveAccount } from "./player";

/** NextAuth's options: credentials, so sessions are JWTs. The token holds an id only; the role is read at each request. */
export function authOptions(): NextAuthOptions {
  return {
    secret: env().AUTH_SECRET,
    session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials) {
          const { email, password } = credentials ?? {};
          if (!email || !password || !isStorable(email + password)) return null;
          await takeLimit(`sign-in:${email.trim().toLowerCase()}`, 10, 300);
          // One password tried on many addresses is guessing too.
          await takeLimit("sign-in", 300, 300);
          const account = await signIn(email, password);
          if (account) await joinAccount(account.id);
          return account;
        },
      }),
    ],
    events: { signOut: leaveAccount },
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, sub: user.id } : token),
      session: ({ session, token }) => ({ ...session, userId: token.sub }),
    },
  };
}
