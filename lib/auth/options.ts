import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { takeLimit } from "@/lib/store/limits";
import { signIn } from "@/lib/store/users";

/** NextAuth's options: credentials, so sessions are JWTs. The token holds an id only; the role is read at each request. */
export function authOptions(): NextAuthOptions {
  return {
    secret: env().AUTH_SECRET,
    session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
    pages: { signIn: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials) {
          if (!credentials?.email || !credentials.password) return null;
          await takeLimit(`sign-in:${credentials.email.toLowerCase()}`, 10, 300);
          return signIn(credentials.email, credentials.password);
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, sub: user.id } : token),
      session: ({ session, token }) => ({ ...session, userId: token.sub }),
    },
  };
}
