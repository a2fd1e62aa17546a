# r2med in a container, as a user without rights:
#   docker build -t r2med .
#   docker run --rm -it -p 8080:8080 -v "$PWD:/data" r2med              # the page; the link is printed
#   docker run --rm -v "$PWD:/data" r2med run --suite sample --system bm25
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.js && node scripts/build-page.js && npm pack --pack-destination /

FROM node:22-bookworm-slim
COPY --from=build /r2med-*.tgz /tmp/
RUN npm install --global --ignore-scripts --omit=dev /tmp/r2med-*.tgz && rm -rf /tmp/r2med-*.tgz /root/.npm && install -d -o node -g node /data
USER node
WORKDIR /data
# Caches next to the results, so that a mounted folder keeps them.
ENV R2MED_HOME=/data/.r2med HF_HOME=/data/.huggingface
EXPOSE 8080
ENTRYPOINT ["r2med"]
CMD ["web", "--host", "0.0.0.0", "--port", "8080", "--no-open"]
